import type { Log } from '../../src/server/platform/database/open.ts'

/** For errors that a test provokes on purpose. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
