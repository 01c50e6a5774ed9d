import { PERSONAL } from './session.ts'

const PREFIX = `${PERSONAL}draft:`

/** What a form begins with besides its record: what was typed into it when the session or the page ended, or an earlier version. */
export interface Draft {
  userId: string
  values: Readonly<Record<string, unknown>>
  /** The version of the record that was being edited, and what it held in the fields that were changed. */
  dateUpdate?: string
  opened?: Readonly<Record<string, unknown>>
  /** Where the values come from, for the reader, unless the session ended. */
  reason?: string
}

// A password is never stored, whatever the field around it is called.
const withoutPasswords = (name: string, value: unknown): unknown =>
  /password/i.test(name) ? undefined : value

const storage = (): Storage | undefined => {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

// Only what this module wrote is a draft.
const asDraft = (value: unknown): Draft | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { userId, values, dateUpdate, opened, reason } = value as Partial<Draft>
  if (typeof userId !== 'string' || typeof values !== 'object' || values === null) return undefined
  return {
    userId,
    values,
    ...(typeof dateUpdate === 'string' ? { dateUpdate } : {}),
    ...(typeof opened === 'object' && opened !== null ? { opened } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps what was typed at an address until the same user signs in again in this tab. */
export const keepDraft = (address: string, draft: Draft): void => {
  const text = JSON.stringify(draft, withoutPasswords)
  if (Object.keys(asDraft(parse(text))?.values ?? {}).length === 0) return
  try {
    storage()?.setItem(PREFIX + address, text)
  } catch {
    // A full storage loses the draft, not the session's end.
  }
}

export const dropDraft = (address: string): void => storage()?.removeItem(PREFIX + address)

/** Gives the draft of an address, once; another user's is dropped unread. */
export const takeDraft = (address: string, userId: string): Draft | undefined => {
  const text = storage()?.getItem(PREFIX + address)
  if (!text) return undefined
  dropDraft(address)
  const draft = asDraft(parse(text))
  return draft?.userId === userId ? draft : undefined
}
