import { parentValues } from '../../../api/addresses.ts'
import { useRealLocation } from '../../../api/router.tsx'

/** The series whose episodes are on screen, as the address names it; '' elsewhere. */
export const useSerieId = (): string => {
  const { pathname } = useRealLocation()
  return parentValues('episodes', pathname)[0] ?? ''
}
