/** An error of a backup or restore, with a message for the operator. */
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

/** Maps file system errors to Spanish messages; other errors are returned unchanged. */
export const fileError = (error: unknown, path: string): unknown => {
  // Socket errors of the database share some of these codes, but have no path.
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error
  const reason = REASONS[String(error.code)]
  if (reason === undefined || error.syscall === 'connect') return error
  return new BackupError(`No se puede usar el archivo ${path}: ${reason}.`)
}
