import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { movie, openContents, press, sceneOf, userEvent, withContentScreens } from './open-contents.tsx'

withContentScreens()

const SAVED = 'Los datos fueron guardados.'

const scene = (count: number) =>
  sceneOf({
    answers: {
      'PUT /api/movies/m1': ({ body }) => ({ body: movie({ ...Object(body) }) }),
      'GET /api/issues/size': { body: { count, until: 40 } },
      'POST /api/issues/changeAllToFixes': { body: { count, batchId: 'b1' } },
      'POST /api/issues/repairs/b1/undo': { body: { reopened: count, kept: 0 } },
    },
  })
const save = () => press('Registrar')

describe('the reports of a content', () => {
  it('are not requested if the links are unchanged', async () => {
    const asked = scene(3)
    openContents('/movie/m1')
    await userEvent.type(await screen.findByLabelText(/^Título/, { selector: 'input' }), ' 2')
    await save()
    expect(await screen.findByText(SAVED)).toBeInTheDocument()
    expect(asked.some(({ path }) => path.startsWith('/api/issues'))).toBe(false)
  })
})
