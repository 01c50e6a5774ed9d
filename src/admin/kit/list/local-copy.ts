import { useState } from 'react'

/**
 * What the user typed or chose, shown before the list has applied it; follows the applied value whenever that changes,
 * as after going back.
 */
export const useLocalCopy = <T>(applied: T): [value: T, set: (value: T) => void] => {
  const [value, setValue] = useState(applied)
  const [last, setLast] = useState(applied)
  if (last !== applied) {
    setLast(applied)
    setValue(applied)
  }
  return [value, setValue]
}
