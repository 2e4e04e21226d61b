package checkpoint

// permissionsMeanNothing is true where a file's mode does not say who may read
// it.
const permissionsMeanNothing = true
