/** What a save says, and for how long (specification, section 9). */
export const SAVED = 'Los datos fueron guardados.'
export const SAVED_FOR_MS = 1500
/** The same where the message offers what comes next: long enough to be read and pressed. */
export const OFFERED_FOR_MS = 10_000
export const DELETED = 'El registro fue eliminado.'
