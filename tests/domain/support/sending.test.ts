import { describe, expect, it } from 'vitest'
import { playedIn } from '../../../src/domain/support/activity.ts'
import {
  episodeLabel,
  HISTORY_MESSAGES,
  historyErrors,
  newHistorySchema,
} from '../../../src/domain/support/history.ts'
import { ISSUE_TYPE_NAMES, ISSUE_TYPES, issueStatusName } from '../../../src/domain/support/issue.ts'

describe('a visit', () => {
  it('has no episode unless it is of a series', () => {
    const visit = newHistorySchema.parse({ contentId: 'a', mediaType: 'Movie', episodeId: 'b' })
    expect(historyErrors(visit)).toEqual([{ field: 'episodeId', message: HISTORY_MESSAGES.noEpisodes }])
    expect(historyErrors({ ...visit, mediaType: 'Serie' })).toEqual([])
  })

  it.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'x'.repeat(2049)])(
    'rejects the link %s',
    (link) => {
      expect(newHistorySchema.safeParse({ contentId: 'a', mediaType: 'Movie', link }).success).toBe(false)
    },
  )

  it('labels an episode by season and number', () => {
    expect(episodeLabel({ season: 2, episode: 13, title: 'El maestro' })).toBe('T2 E13 · El maestro')
  })

  it('takes quality and languages from its link, else from the active ones', () => {
    const links = [
      { link: 'a', quality: 'HD', audio: ['ESP', 'ING'], status: true },
      { link: 'b', quality: '4K', audio: ['ESP'], status: true },
      { link: 'c', quality: 'DVD', audio: ['FRA'], status: false },
    ] satisfies Parameters<typeof playedIn>[0]
    expect(playedIn(links, 'c')).toEqual({ quality: ['DVD'], language: ['FRA'] })
    expect(playedIn(links, '')).toEqual({ quality: ['HD', '4K'], language: ['ESP', 'ING'] })
  })
})

describe('a report', () => {
  it('is Reportado or Reparado, and each type has a Spanish name', () => {
    expect([issueStatusName(false), issueStatusName(true)]).toEqual(['Reportado', 'Reparado'])
    expect(Object.keys(ISSUE_TYPE_NAMES)).toEqual([...ISSUE_TYPES])
  })
})
