import { describe, expect, it } from 'vitest'
import { SETTING_HELP } from '../../../src/admin/features/settings/setting-help.ts'
import { SETTING_NAMES, settingsSchema } from '../../../src/domain/settings/settings.ts'

const MAX_LENGTH = 150

describe('the help of the settings', () => {
  it('is there for each setting and for nothing else', () => {
    expect(Object.keys(SETTING_HELP).sort()).toEqual([...SETTING_NAMES].sort())
  })

  it.each(SETTING_NAMES)('says of %s in short sentences what its label does not', (name) => {
    const help = SETTING_HELP[name]
    expect(help).toMatch(/^[A-Z0-9].*[^ .]\.$/)
    expect(help.length).toBeLessThanOrEqual(MAX_LENGTH)
    expect(help).not.toContain(settingsSchema.shape[name].meta()?.title)
  })
})
