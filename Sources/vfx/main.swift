import Y4M
