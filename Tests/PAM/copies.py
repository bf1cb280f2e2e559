"""The forms of the passwords that memory.c types, which a checker could leave in memory."""

# The first is to be refused, the second to be accepted.
REFUSED, ACCEPTED_AFTER = "qzjxwvkbpgmhtrcdlnyfsaeiouqjzwxkvgbpthmrdcnl", "Vz7qWkP2xRb4NmT9cHs6LdF3gJy8ZtKQhUe5wXpBvYrM"


def forms() -> list[str]:
    """Their ends in lower case, backwards and both, in hexadecimal digits: free() writes over the start of a block."""
    texts = [text for typed in (REFUSED, ACCEPTED_AFTER) for text in (typed.lower(), typed[::-1], typed[::-1].lower())]
    return [text[-16:].encode().hex() for text in texts]
