import ArgumentParser

@main
struct VigiaPortal: ParsableCommand {
}
