import { inject } from 'vitest'
import {
  createReaders,
  type ReaderSettings,
  type Readers,
} from '../../src/server/platform/readers/readers.ts'

/** The readers as the server has them, with other limits where a test says so. */
export const testReaders = (settings: Partial<ReaderSettings> = {}): Readers =>
  createReaders({ file: inject('readerThread'), ...settings })
