import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectSound, newDatabase, testCleanUp } from '../faults/setup.ts'
import { openShop, storm } from '../faults/shop.ts'

const KILLS = 20
const MONTHS = 9_999

const { endings, folder } = testCleanUp()

const ENGINES: [string, () => Promise<string | undefined>][] = [
  ['the embedded database', async () => undefined],
  ['PostgreSQL', newDatabase],
]

test.each(ENGINES)(
  'a server on %s killed during sales loses none and processes none twice',
  async (_name, urlOf) => {
    const shop = await openShop(folder(), await urlOf(), MONTHS)
    endings.push(() => shop.stop())
    const sold: string[] = []
    for (let round = 0; round < KILLS; round++) {
      let isOver = false
      let selling: Promise<string[]> | undefined
      const enough = randomInt(1, 6)
      // The others are in progress when the last one of these is reported.
      await new Promise<void>((resolve) => {
        selling = storm(
          shop,
          4,
          () => isOver,
          (sales) => sales === enough && resolve(),
        )
      })
      await pause(randomInt(0, 30))
      await shop.kill()
      isOver = true
      sold.push(...((await selling) ?? []))
      await shop.start()
    }
    expect(sold.length).toBeGreaterThanOrEqual(KILLS)
    await expectSound(shop, sold)
  },
)
