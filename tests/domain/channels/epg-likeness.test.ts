import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DEFAULT_LIKENESS, likeness, Proposer } from '../../../src/domain/channels/epg-likeness.ts'
import { fold } from '../../../src/domain/format/text.ts'

const guideOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([epgId, name]) => ({ epgId, name, search: ` ${fold(`${epgId} ${name}`)}` }))

const proposerOf = (names: ReturnType<typeof guideOf>) => {
  const proposer = new Proposer<(typeof names)[number]>()
  for (const each of names) proposer.add(each)
  return proposer
}

describe('the likeness of names', () => {
  test.each([
    ['Color Visión HD', 'COLOR VISION'],
    ['Telesistema 11 (República Dominicana)', 'Telesistema 11 FHD'],
    ['ES: Antena 3', 'Antena 3 España'],
    ['12tv', '12 TV'],
    ['La 1 ᴴᴰ', 'La 1'],
    ['ES| Telecinco ᶠᴴᴰ', 'Telecinco'],
    ['Antena 3 ᴿᴬᵂ', 'Antena 3'],
    ['|ES| Cuatro ⁴ᴷ', 'Cuatro'],
    ['US: ESPN ᴴᴰ ⁶⁰ᶠᵖˢ', 'ESPN'],
    ['201 ESPN HD', 'ESPN'],
    ['ESPN (201)', 'ESPN'],
    ['101 TV', '101 TV'],
  ])('ignores case, accents, quality and country: %s, %s', (one, other) => {
    expect(likeness(one, other)).toBeGreaterThan(DEFAULT_LIKENESS)
  })

  test.each([
    ['Canal 5', 'Canal 6'],
    ['ESPN 2', 'ESPN 3'],
    ['ESPN 2', 'ESPN'],
    ['La 1 ᴴᴰ', 'La 2'],
    ['La 2', 'La 1'],
    ['Antena 3', 'Antena 4'],
    ['101 TV', '102 TV'],
    ['Canal del Sol', 'Canal del Sur'],
    ['TV Canal', 'Canal TV Cultura'],
  ])('is low for different channels: %s, %s', (one, other) => {
    expect(likeness(one, other)).toBeLessThan(DEFAULT_LIKENESS)
  })
})

describe('proposals', () => {
  test('prefer the name with the same country, then the one with the number of the channel', () => {
    const guide = guideOf({
      'CNN.us': 'CNN',
      'CNNChile.cl': 'CNN Chile',
      'uno.7': 'Noticias',
      dos: 'Noticias',
    })
    guide.push({ epgId: 'tres', name: 'Noticias', search: ' tres noticias 24' })
    const proposer = proposerOf(guide)
    expect(proposer.propose({ title: 'CNN Chile', number: 1 })?.match.epgId).toBe('CNNChile.cl')
    expect(proposer.propose({ title: 'Noticias', number: 24 })?.match.epgId).toBe('tres')
    expect(proposer.propose({ title: 'Noticias', number: 25 })?.match.epgId).toBe('uno.7')
    expect(proposer.propose({ title: 'Otro', number: 1 })).toBeUndefined()
  })

  test('match names as playlists write them to their channels', () => {
    const proposer = proposerOf(
      guideOf({
        'esp.r1': 'ESPN',
        'esp2.r1': 'ESPN2',
        'ant3.r1': 'Antena 3',
        'la1.r1': 'La 1',
        'tele5.r1': 'Telecinco',
      }),
    )
    const proposed = (title: string, number: number) => {
      const proposal = proposer.propose({ title, number })
      return proposal && proposal.likeness >= DEFAULT_LIKENESS ? proposal.match.epgId : undefined
    }
    expect(proposed('La 1 ᴴᴰ', 1)).toBe('la1.r1')
    expect(proposed('La 2', 2)).toBeUndefined()
    expect(proposed('5 Telecinco', 5)).toBe('tele5.r1')
    expect(proposed('5 Telecinco', 6)).toBeUndefined()
    expect(proposed('201 ESPN HD', 201)).toBe('esp.r1')
    expect(proposed('ESPN 2', 2)).toBe('esp2.r1')
    expect(proposed('ESPN 3', 3)).toBeUndefined()
  })

  test('above the default likeness are correct for 95 % of 200 channels', () => {
    const text = readFileSync(new URL('../../data/epg-likeness.json', import.meta.url), 'utf8')
    const { guide, channels } = z
      .object({
        guide: z.record(z.string(), z.string()),
        channels: z.array(z.object({ number: z.number(), title: z.string(), epgId: z.string().nullable() })),
      })
      .parse(JSON.parse(text))
    expect(channels).toHaveLength(200)
    const proposer = proposerOf(guideOf(guide))
    const above = channels.flatMap((channel) => {
      const proposal = proposer.propose(channel)
      return proposal && proposal.likeness >= DEFAULT_LIKENESS ? [{ channel, proposal }] : []
    })
    const right = above.filter(({ channel, proposal }) => proposal.match.epgId === channel.epgId)
    expect({ proposed: above.length, right: right.length }).toEqual({ proposed: 87, right: 85 })
    expect(right.length / above.length).toBeGreaterThanOrEqual(0.95)
  })
})
