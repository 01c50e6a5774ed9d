/** Days during which an import, a repair or another batch can be undone (rules R10, T12, W18). */
export const UNDO_DAYS = 30

const DAY_MS = 24 * 3_600_000

export const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * DAY_MS)
