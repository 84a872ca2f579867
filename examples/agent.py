"""An agent in twenty lines: it follows the link that shares most words with the task, then says what it sees.

webarium eval --agent examples/agent.py --tasks 'shopping.*'
"""

from webarium_client import Agent, serve


class Keywords(Agent):
    def reset(self, task):
        self.words = {word.strip("?.,!").lower() for word in task.intent.split() if len(word) > 3}
        self.seen = set()

    def act(self, observation):
        links = [link for link in observation.find_all("link") if link.name not in self.seen]
        best = max(links, key=self.score, default=None)
        if best is None or not self.score(best) or len(self.seen) == 3:
            heading = observation.find("heading")
            return {"name": "stop", "answer": heading.name if heading else observation.title}
        self.seen.add(best.name)
        return {"name": "click", "element": best.id}, f"'{best.name}' sounds like the task"

    def score(self, link):
        return len(self.words & set(link.name.lower().split()))


serve(Keywords())
