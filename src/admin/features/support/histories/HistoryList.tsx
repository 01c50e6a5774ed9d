import { useOwnParameter } from '../../../kit/list/ViewToggle.tsx'
import { VisitList } from './VisitList.tsx'

const given = (name: string, value: string): Record<string, string> => (value === '' ? {} : { [name]: value })

/** /histories: the address says of whom (`user`), or of what (`content`, `episode`), and its `name`. */
export const HistoryList = () => {
  const user = useOwnParameter('user')
  const content = useOwnParameter('content')
  const episode = useOwnParameter('episode')
  const name = useOwnParameter('name')
  const only = {
    ...given('userId', user),
    ...given('contentId', content),
    ...given('episodeId', episode),
  }
  // Another subject is another list: its first page, its own search box.
  return <VisitList key={JSON.stringify(only)} only={only} name={name} />
}
