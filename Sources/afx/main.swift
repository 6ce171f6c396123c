AFX.main()
