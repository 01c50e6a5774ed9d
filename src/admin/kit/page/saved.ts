/** The message after a save and how long it stays (rule W15). */
export const SAVED = 'Los datos fueron guardados.'
export const SAVED_FOR_MS = 1500
/** The same where the message offers what comes next: long enough to be read and pressed. */
export const OFFERED_FOR_MS = 10_000
export const DELETED = 'El registro fue eliminado.'
