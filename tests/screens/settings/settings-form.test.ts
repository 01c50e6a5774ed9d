import { describe, expect, it } from 'vitest'
import { sizeText } from '../../../src/admin/features/settings/ApkTab.tsx'
import { errorsByTab, schemaFor, tabIn } from '../../../src/admin/features/settings/tabs.ts'
import { isRequired, toFieldErrors } from '../../../src/admin/kit/inputs/form-kit.tsx'
import { backgroundImageSchema } from '../../../src/domain/settings/background-image.ts'
import { settingsSchema } from '../../../src/domain/settings/settings.ts'
import type { SettingsScreen } from '../../../src/domain/settings/settings-screens.ts'

describe('the tabs of the settings', () => {
  it('are selected by the URL, each on its screen', () => {
    const tabs = (screen: SettingsScreen) =>
      ['?tab=control', '?tab=alerts', '?tab=notices', '?tab=x', ''].map((search) => tabIn(screen, search))
    expect(tabs('settings')).toEqual(['control', 'alerts', undefined, undefined, undefined])
    expect(tabs('automation')).toEqual([undefined, undefined, 'notices', undefined, undefined])
  })

  it('are marked with the errors of their own fields', () => {
    const fields = ['mailsOrigin.0', 'mailsOrigin.2', 'contentUrlBase', 'alertMessages.1', 'appVersionCode']
    const errors = toFieldErrors(fields.map((field) => ({ field, message: 'no' })))
    expect([...errorsByTab('settings', errors)].sort()).toEqual([
      ['alerts', 1],
      ['apk', 1],
      ['control', 3],
    ])
    expect([
      ...errorsByTab('automation', toFieldErrors([{ field: 'linkCheckDays', message: 'no' }])),
    ]).toEqual([['links', 1]])
  })
})

describe('the schema of the settings', () => {
  it('requires the required fields', () => {
    const asked = [
      'appVersionCode',
      'periods',
      'pageSize',
      'dateControl',
      'contentProvider',
      'syncTimeToLogin',
    ]
    const free = ['mail', 'mailsOrigin', 'alertMessages', 'contentUrlBase', 'agentTv', 'linkImg']
    const isAsked = (field: string) => isRequired(schemaFor('settings', 'sa'), field)
    expect(asked.filter((field) => !isAsked(field))).toEqual([])
    expect(free.filter(isAsked)).toEqual([])
  })

  it('of both screens together has each setting once', () => {
    const [general, automation] = (['settings', 'automation'] as const).map((screen) =>
      Object.keys(schemaFor(screen, 'sa').shape),
    )
    expect([...(general ?? []), ...(automation ?? [])].sort()).toEqual(
      Object.keys(settingsSchema.shape).sort(),
    )
  })

  it('omits for others the fields that only sa sees', () => {
    expect('linkReserved' in schemaFor('settings', 'sa').shape).toBe(true)
    expect('linkReserved' in schemaFor('settings', 'admin').shape).toBe(false)
  })
})

it('a background image requires image, type, title and year', () => {
  const fields = [
    'image',
    'info.infoType',
    'info.title',
    'info.year',
    'info.duration',
    'info.rated',
    'content.link',
  ]
  expect(fields.filter((field) => isRequired(backgroundImageSchema, field))).toEqual([
    'image',
    'info.infoType',
    'info.title',
    'info.year',
  ])
})

it('a file size is shown in a suitable unit', () => {
  expect([900, 2048, 47.3 * 1_048_576, 300 * 1_048_576].map(sizeText)).toEqual([
    '900 bytes',
    '2 KiB',
    '47.3 MiB',
    '300 MiB',
  ])
})
