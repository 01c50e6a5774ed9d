import type { Log } from '../../src/server/platform/database/open.ts'

/** A log for what a test provokes on purpose. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
