import Foundation
import NotebookRunning

// The report of one notebook, without the rest of the program: what `make run` builds first, so that a newcomer has something to
// look at while the commands, servers and exchange formats are still being compiled.
guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("use: first-report NOTEBOOK\n".utf8))
  exit(2)
}
do {
  let result = try NotebookRunner().run(NotebookRunner.Request(path: CommandLine.arguments[1]))
  for message in result.messages { FileHandle.standardError.write(Data(message.utf8)) }
  print("the first report: \(result.folder)/index.html")
  exit(result.isSuccess ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
