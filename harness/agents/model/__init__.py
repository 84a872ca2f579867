"""The baseline agent: any model behind an OpenAI-compatible endpoint.

``settings`` says what can be chosen, ``prompts`` turns an observation into messages, ``client`` asks the
endpoint and bears its faults, ``agent`` plays an episode.
"""
