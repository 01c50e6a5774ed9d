import { expect, test } from 'vitest'
import { fieldName } from '../../src/domain/names.ts'
import { backgroundImageSchema } from '../../src/domain/settings/background-image.ts'
import { SETTING_LABELS } from '../../src/domain/settings/labels.ts'
import { settingsSchema } from '../../src/domain/settings/settings.ts'
import { deviceSchema } from '../../src/domain/users/user.ts'

const unnamed = (fields: string[]) => fields.filter((field) => fieldName('settings', field) === field)

test('the fields of settings, background images and devices have Spanish names', () => {
  const fields = [settingsSchema, backgroundImageSchema, deviceSchema].flatMap(({ shape }) =>
    Object.keys(shape),
  )
  expect(unnamed(fields)).toEqual([])
})

test.each(Object.entries(SETTING_LABELS))('the audit log labels %s like its screen', (field, label) => {
  expect(fieldName('settings', field)).toBe(label)
})

test('the audit log has one label for both names of the channels’ user agent', () => {
  expect(fieldName('settings', 'xam')).toBe(fieldName('settings', 'agentTv'))
})
