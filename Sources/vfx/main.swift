VFX.main()
