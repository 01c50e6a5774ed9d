import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { readGuide } from '../../../../src/server/features/channels/guides/read-guide.ts'
import type { readApk } from '../../../../src/server/features/settings/apk/read-apk.ts'
import { Overloaded } from '../../../../src/server/platform/http/errors.ts'
import {
  createSandbox,
  fileTooCostly,
  type Sandbox,
  type SandboxSettings,
  sourceTooCostly,
} from '../../../../src/server/platform/sandbox/sandbox.ts'
import { turnsDuring } from '../../../support/event-loop.ts'
import { feedServer } from '../../../support/feed-server.ts'
import { testSandbox } from '../../../support/sandbox.ts'

const feeds = feedServer()
const misbehaving = fileURLToPath(new URL('../../../support/misbehaving-thread.mjs', import.meta.url))

/** Longer than any test. */
const PATIENT = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'cartelera-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened: Sandbox[] = []
const open = (sandbox: Sandbox): Sandbox => {
  opened.push(sandbox)
  return sandbox
}
afterEach(() => Promise.all(opened.splice(0).map((sandbox) => sandbox.close())))

let users = 0
const anybody = (): string => `user-${++users}`

const guide = (sandbox: Sandbox, address: string, reader = anybody()) =>
  sandbox.parse<typeof readGuide>(
    'guide',
    { address, allowPrivateGuides: true, now: Date.UTC(2026, 2, 15) },
    { user: reader, stopped: sourceTooCostly },
  )
const misbehave = (settings: SandboxSettings = {}) => {
  const sandbox = open(createSandbox({ file: misbehaving, ...settings }))
  return { sandbox, asked: (behaviour: string, reader?: string) => guide(sandbox, behaviour, reader) }
}
const noThreads = (sandbox: Sandbox) =>
  vi.waitFor(() => expect(sandbox.running()).toBe(0), { timeout: 120_000 })

describe('parsing in a sandbox thread', () => {
  test('is terminated with its thread if it never ends, without blocking the event loop', async () => {
    const { sandbox, asked } = misbehave({ timeLimit: 1000 })
    const { turns, outcome } = await turnsDuring(asked('spin').catch((error: unknown) => error))
    expect(outcome).toMatchObject({ failure: 'tooCostly' })
    // The time limit is a timer of the same loop.
    expect(turns).toBeGreaterThan(0)
    await noThreads(sandbox)
  })

  test('is terminated with its thread if it exceeds its memory', async () => {
    const { sandbox, asked } = misbehave({ memoryLimit: 32, timeLimit: PATIENT })
    await expect(asked('fill')).rejects.toMatchObject({ failure: 'tooCostly' })
    await noThreads(sandbox)
  })

  test('is terminated with its connection if the response never ends', async () => {
    const closed = new Promise<void>((resolve) => {
      feeds.serve('/endless.xml', (response) => {
        response.write('<tv><channel id="a"/>')
        void once(response, 'close').then(() => resolve())
      })
    })
    const sandbox = open(testSandbox({ timeLimit: 3000 }))
    await expect(guide(sandbox, feeds.at('/endless.xml'))).rejects.toMatchObject({
      failure: 'tooCostly',
      message: 'Leer el contenido de la dirección toma demasiado tiempo o memoria.',
    })
    await closed
    await noThreads(sandbox)
  })

  test('names the file, not a URL, if an upload is too costly', async () => {
    const { sandbox } = misbehave({ timeLimit: 300 })
    const waiting = { address: 'wait', allowPrivateGuides: false, now: 0 }
    await expect(
      sandbox.parse<typeof readGuide>('guide', waiting, { user: 'ana', stopped: fileTooCostly }),
    ).rejects.toMatchObject({
      errors: [{ field: '', message: 'Leer el archivo toma demasiado tiempo o memoria.' }],
    })
  })

  test.each([
    ['throw', 'the reader is broken'],
    ['leave', 'The sandbox thread ended without a result'],
  ])('fails if its thread fails (%s)', async (behaviour, message) => {
    const { sandbox, asked } = misbehave({ timeLimit: PATIENT })
    await expect(asked(behaviour)).rejects.toThrow(message)
    await noThreads(sandbox)
  })

  test('has access neither to the environment of the server nor to its options', async () => {
    const [told = ''] = await misbehave({ timeLimit: PATIENT }).asked('tell')
    expect(JSON.parse(told)).toEqual({ env: {}, execArgv: [] })
  })

  test('fails with the error of the source that it reads from', async () => {
    const sandbox = open(testSandbox())
    const range = () => Promise.reject(new Error('the database is away'))
    const reading = sandbox.parse<typeof readApk>(
      'apk',
      { size: 1000 },
      { user: 'ana', stopped: fileTooCostly, range },
    )
    await expect(reading).rejects.toThrow('the database is away')
    await noThreads(sandbox)
  })
})

describe('concurrent parses', () => {
  test('are queued, and rejected when the queue is full', async () => {
    const { sandbox, asked } = misbehave({ atOnce: 2, mostWaiting: 2, timeLimit: PATIENT })
    const sign = join(folder, 'end')
    const first = [asked(`hold ${sign}`), asked(`hold ${sign}`), asked('answer'), asked('answer')]
    await vi.waitFor(() => expect(sandbox.running()).toBe(2), { timeout: 120_000 })
    await expect(asked('answer')).rejects.toBeInstanceOf(Overloaded)
    writeFileSync(sign, '')
    expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(await asked('answer')).toEqual(['[]'])
  })

  test('of one user share one thread, so that those of others need not wait', async () => {
    const { sandbox, asked } = misbehave({ atOnce: 2, mostWaitingOfUser: 2, timeLimit: PATIENT })
    const own = Array.from({ length: 3 }, () => asked('wait', 'ana').catch((error: unknown) => error))
    await vi.waitFor(() => expect(sandbox.running()).toBe(1), { timeout: 120_000 })
    await expect(asked('answer', 'ana')).rejects.toBeInstanceOf(Overloaded)
    expect(await asked('answer', 'beto')).toEqual(['[]'])
    expect(await asked('answer', 'carla')).toEqual(['[]'])
    expect(sandbox.running()).toBeLessThanOrEqual(1)
    await sandbox.close()
    expect(await Promise.all(own)).toEqual([
      expect.any(Error),
      expect.any(Overloaded),
      expect.any(Overloaded),
    ])
  })

  test('of one user run one after another, also after one that fails', async () => {
    const { asked } = misbehave()
    const outcomes = await Promise.allSettled(
      ['throw', 'answer', 'leave', 'answer'].map((each) => asked(each, 'ana')),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  })

  test('use no more threads than allowed', async () => {
    const { sandbox, asked } = misbehave({ atOnce: 2, timeLimit: PATIENT })
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, sandbox.running())
    }, 1)
    await Promise.all(Array.from({ length: 8 }, () => asked('answer')))
    clearInterval(timer)
    expect(most).toBe(2)
  })

  test('end with the server, and none starts afterwards', async () => {
    const { sandbox, asked } = misbehave({ atOnce: 1, timeLimit: PATIENT })
    const readings = [asked('wait'), asked('wait')].map((reading) => reading.catch((error: unknown) => error))
    await vi.waitFor(() => expect(sandbox.running()).toBe(1), { timeout: 120_000 })
    await sandbox.close()
    expect(sandbox.running()).toBe(0)
    const [interrupted, waiting] = await Promise.all(readings)
    expect(interrupted).toBeInstanceOf(Error)
    expect(waiting).toBeInstanceOf(Overloaded)
    await expect(asked('answer')).rejects.toBeInstanceOf(Overloaded)
  })
})
