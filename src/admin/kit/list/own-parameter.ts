import { useNavigate } from 'ra-core'
import { useRealLocation } from '../../api/router.tsx'

/** A parameter of the address that is the screen's own, beside those of its list; '' without it. */
export const useOwnParameter = (name: string): string =>
  new URLSearchParams(useRealLocation().search).get(name) ?? ''

/**
 * Goes to another value of one of the screen's own parameters ('' takes it out of the address), on the first page;
 * `without` names others that make no sense beside the new value.
 */
export const useSetOwnParameter = (): ((
  name: string,
  value: string,
  without?: readonly string[],
) => void) => {
  const navigate = useNavigate()
  const { pathname, search } = useRealLocation()
  return (name, value, without = []) => {
    const query = new URLSearchParams(search)
    for (const each of ['page', ...without]) query.delete(each)
    if (value === '') query.delete(name)
    else query.set(name, value)
    navigate({ pathname, search: query.size === 0 ? '' : `?${query}` })
  }
}
