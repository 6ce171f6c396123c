// Pipes
