import { inject } from 'vitest'
import {
  createReaders,
  type ReaderSettings,
  type Readers,
} from '../../src/server/platform/readers/readers.ts'

/** The readers of the server, with the limits of the test. */
export const testReaders = (settings: Partial<ReaderSettings> = {}): Readers =>
  createReaders({ file: inject('readerThread'), ...settings })
