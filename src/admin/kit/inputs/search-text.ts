import { useState } from 'react'
import { useDebouncedEvent } from 'react-admin'

/** Text typed into a search field, and `words`, which follow it after a pause: those to request matches of. */
export const useSearchText = (pauseMs = 250) => {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const searchSoon = useDebouncedEvent((text: string) => setWords(text), pauseMs)
  const search = (text: string): void => {
    setTyped(text.trim())
    searchSoon(text.trim())
  }
  return { typed, words, search }
}
