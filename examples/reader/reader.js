// A reader's side of a stream: the events of citeward.streaming.sse, applied as its page describes them.
// HTML of blocks is the gate's own and goes in as markup; the tail is words of the model's and goes in as text.
const answer = document.getElementById('answer');
const tail = document.getElementById('tail');
const asked = new URLSearchParams(location.search).get('question') ?? '';
document.querySelector('input').value = asked;

const blocks = [];
const show = (block) => {
  const place = (blocks[block.index] ??= answer.appendChild(document.createElement('div')));
  place.className = block.checked === false ? 'unchecked' : '';
  place.innerHTML = block.html;
};
const acts = {
  block: show,
  upgrade: show,
  tail: ({ text, append }) => { tail.textContent = append ? tail.textContent + text : text; },
  withdrawn: ({ html }) => { blocks.length = 0; tail.textContent = ''; answer.innerHTML = html; },
  end: ({ html, action }) => {
    source.close(); // an EventSource left open would ask again
    tail.textContent = '';
    answer.insertAdjacentHTML('beforeend', html);
    document.documentElement.dataset.action = action;
  },
};
const source = new EventSource(`events?question=${encodeURIComponent(asked)}`);
for (const [name, act] of Object.entries(acts)) {
  source.addEventListener(name, (event) => act(JSON.parse(event.data)));
}
