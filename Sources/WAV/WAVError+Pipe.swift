import Pipes

extension WAVError: PipeCaused {
  package var pipeError: PipeError? {
    if case .pipe(let error) = self { return error }
    return nil
  }
}
