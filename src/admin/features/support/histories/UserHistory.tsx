import { ResourceContextProvider, useParams } from 'ra-core'
import { useOwnParameter } from '../../../kit/list/ViewToggle.tsx'
import { VisitList } from './VisitList.tsx'

/** /histories/:id: the visits of one user. */
export const UserHistory = () => {
  const { id = '' } = useParams()
  const name = useOwnParameter('name')
  return (
    <ResourceContextProvider value="histories">
      <VisitList key={id} only={{ userId: id }} name={name || 'un usuario'} />
    </ResourceContextProvider>
  )
}
