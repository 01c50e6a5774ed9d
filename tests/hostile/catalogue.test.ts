import { testHostileRequests } from './hostile-requests.ts'

testHostileRequests('catalogue')
