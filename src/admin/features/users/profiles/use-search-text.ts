import { useLocation, useNavigate } from 'ra-core'
import { useState } from 'react'

const NAME = 'q'

/** A text to search for, kept in the address without a step back for each key. */
export const useSearchText = (): [text: string, setText: (text: string) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [text, setText] = useState(() => new URLSearchParams(search).get(NAME) ?? '')
  const change = (next: string): void => {
    setText(next)
    navigate({ search: next === '' ? '' : `?${new URLSearchParams({ [NAME]: next })}` }, { replace: true })
  }
  return [text, change]
}
