import { v7 } from 'uuid'

/** Gives a new UUIDv7: ordered by time within a process, so that indexes on it grow at their end. */
export const newId = (): string => v7()
