/** What a save says, and for how long (specification, section 9). */
export const SAVED = 'Los datos fueron guardados.'
export const SAVED_FOR_MS = 1500
export const DELETED = 'El registro fue eliminado.'
