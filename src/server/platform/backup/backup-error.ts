/** A backup that can't be made or restored, in words for whoever asked for it. */
export class BackupError extends Error {
  override name = 'BackupError'
}
