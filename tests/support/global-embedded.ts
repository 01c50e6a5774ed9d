import type { TestProject } from 'vitest/node'
import { emptySnapshot } from './empty-snapshot.ts'
import { buildSandboxThread } from './sandbox-thread.ts'
import './test-engine.ts'

/** Prepares the migrated, empty snapshot that every test file starts from, and builds the sandbox thread. */
export default async function setup(project: TestProject): Promise<() => void> {
  const thread = await buildSandboxThread()
  project.provide('sandboxThread', thread.file)
  project.provide('engine', { kind: 'embedded', snapshot: await emptySnapshot() })
  return thread.remove
}
