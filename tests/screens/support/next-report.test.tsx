import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  allowReports,
  openContents,
  press,
  sceneOf,
  withContentScreens,
} from '../../support/open-contents.tsx'

withContentScreens()

it('the next report is not opened if its list fails to load, and the message says why', async () => {
  allowReports()
  sceneOf({
    answers: {
      'GET /api/issues/size': { body: { count: 1, until: 40 } },
      'GET /api/issues': { status: 500, body: { message: 'Algo falló en el servidor.', requestId: 'r1' } },
    },
  })
  const { router } = openContents('/movie/m1?report=VIDEO')
  await press('Siguiente reporte')
  expect(await screen.findByText('Algo falló en el servidor.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/movie/m1')
})
