/** A backup that can't be made or restored, in words for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const REASONS: Record<string, string> = {
  ENOENT: 'no existe',
  ENOTDIR: 'no existe',
  EISDIR: 'es una carpeta',
  EACCES: 'falta el permiso',
  EPERM: 'falta el permiso',
  EROFS: 'el disco es de solo lectura',
  ENOSPC: 'no queda espacio en el disco',
  EDQUOT: 'no queda espacio en el disco',
  EEXIST: 'ya existe',
}

/** Says in Spanish why a file could not be read or written; any other error stays as it is. */
export const fileError = (error: unknown, path: string): unknown => {
  // A database's socket fails with some of the same codes, but with no path.
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error
  const reason = REASONS[String(error.code)]
  if (reason === undefined || error.syscall === 'connect') return error
  return new BackupError(`No se puede usar el archivo ${path}: ${reason}.`)
}
