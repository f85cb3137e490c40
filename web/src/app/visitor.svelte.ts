// Who looks at this page: the owner of the studio, or a guest who came by a seat's link and may use that game only.

import { about } from '../api/declarations';

class Visitor {
  isGuest = $state(false);

  ask(): void {
    about()
      .then((answer) => (this.isGuest = answer.is_guest))
      // Whatever is wrong, the page itself will say so.
      .catch(() => undefined);
  }
}

export const visitor = new Visitor();
