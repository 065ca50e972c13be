import { Route, Switch } from 'wouter'
import { NotFound } from '../not-found.tsx'
import { CreateBroadcast } from './create.tsx'
import { BroadcastList } from './list.tsx'
import { ViewBroadcast } from './view.tsx'

export default function Routes() {
  return (
    <Switch>
      <Route path="/campaigns/broadcast">
        <BroadcastList />
      </Route>
      <Route path="/campaigns/broadcast/create">
        <CreateBroadcast />
      </Route>
      <Route path="/campaigns/broadcast/:id">{({ id }) => <ViewBroadcast key={id} id={id} />}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}
