import { describe, expect, it } from 'vitest'
import { sizeText } from '../../../src/admin/features/settings/ApkTab.tsx'
import { errorsByTab, schemaFor, tabIn } from '../../../src/admin/features/settings/tabs.ts'
import { errorsOf, isRequired } from '../../../src/admin/kit/inputs/form-kit.tsx'
import { backgroundImageSchema } from '../../../src/domain/settings/background-image.ts'

describe('the tabs of the settings', () => {
  it('are selected by the address, by default the first', () => {
    expect(['?tab=control', '?tab=alerts', '?tab=x', ''].map(tabIn)).toEqual([
      'control',
      'alerts',
      'images',
      'images',
    ])
  })

  it('are marked with the errors of their own fields', () => {
    const fields = [
      'mailsOrigin.0',
      'mailsOrigin.2',
      'contentUrlBase',
      'alertMessages.1',
      'appVersionCode',
      'mailReminderDays.1',
      'balanceMailSubject',
    ]
    const errors = errorsOf(fields.map((field) => ({ field, message: 'no' })))
    expect([...errorsByTab(errors)].sort()).toEqual([
      ['alerts', 1],
      ['apk', 1],
      ['control', 3],
      ['notices', 2],
    ])
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
    const isAsked = (field: string) => isRequired(schemaFor('sa'), field)
    expect(asked.filter((field) => !isAsked(field))).toEqual([])
    expect(free.filter(isAsked)).toEqual([])
  })

  it('omits for others the fields that only sa sees', () => {
    expect('linkReserved' in schemaFor('sa').shape).toBe(true)
    expect('linkReserved' in schemaFor('admin').shape).toBe(false)
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
