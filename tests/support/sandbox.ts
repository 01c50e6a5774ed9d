import { inject } from 'vitest'
import {
  createSandbox,
  type Sandbox,
  type SandboxSettings,
} from '../../src/server/platform/sandbox/sandbox.ts'

/** The server's sandbox, with the limits of the test. */
export const testSandbox = (settings: Partial<SandboxSettings> = {}): Sandbox =>
  createSandbox({ file: inject('sandboxThread'), ...settings })
