import type { TestProject } from 'vitest/node'
import { emptySnapshot } from './empty-snapshot.ts'
import './test-engine.ts'

/** Makes the migrated, empty data folder that every test file starts from. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('engine', { kind: 'embedded', snapshot: await emptySnapshot() })
}
