/** A backup or restore that cannot be done. The message is a sentence for the operator, without personal data. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
