import { afterAll, beforeAll } from 'vitest'
import { type Feeds, startFeeds } from './feeds.ts'

/** Call it at the top of the test file. */
export function feedServer(): Feeds {
  let started: Awaited<ReturnType<typeof startFeeds>> | undefined
  const running = (): Feeds => {
    if (!started) throw new Error('The feeds are served only while tests and their hooks run')
    return started
  }
  beforeAll(async () => {
    started = await startFeeds()
  })
  afterAll(() => started?.close())
  return {
    at: (path, host) => running().at(path, host),
    serve: (path, answer) => running().serve(path, answer),
    asked: (path) => running().asked(path),
  }
}
