"""Every client library that is driven: how it is asked, what its service answers, and what must come of it.

A row names the package it needs; where that is not installed, the row is skipped by that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tests.sdks import payloads as said
from tests.sdks.loopback import Reply, aws_events, json_reply, lines, sse

__all__ = ["ROWS", "Row", "close"]

KEPT: list[Any] = []
"""Clients in use. Some close their connection when nobody holds them, others never do: :func:`close` does."""
ASKED = [{"role": "user", "content": "What about returns?"}]


@dataclass(frozen=True, slots=True)
class Row:
    """One client in one form."""

    package: str
    """As it is installed."""
    form: str
    """Which call."""
    provider: str
    """The name :func:`citeward.providers.read` is given."""
    reply: Callable[[], Reply]
    """What the service answers."""
    ask: Callable[[str], Any]
    """Asks at an address; returns the SDK's own object, or its stream."""
    answer: str
    """The canonical answer."""
    streams: bool = False
    needs: str | None = None
    """What is imported, where it is not the package's name."""

    @property
    def module(self) -> str:
        """What is imported."""
        return self.needs or self.package.replace("-", "_")


def kept(client: Any) -> Any:
    KEPT.append(client)
    return client


def close() -> None:
    """Closes every client that was made."""
    while KEPT:
        KEPT.pop().close()


def anthropic(url: str) -> Any:
    from anthropic import Anthropic

    return kept(Anthropic(base_url=url, api_key="k", max_retries=0)).messages


def openai(url: str) -> Any:
    from openai import OpenAI

    return kept(OpenAI(base_url=f"{url}/v1", api_key="k", max_retries=0))


def groq(url: str) -> Any:
    from groq import Groq

    return kept(Groq(base_url=url, api_key="k", max_retries=0))


def google(url: str) -> Any:
    from google import genai
    from google.genai import types

    return kept(genai.Client(api_key="k", http_options=types.HttpOptions(base_url=url)))


def cohere(url: str) -> Any:
    from cohere import ClientV2

    return ClientV2(api_key="k", base_url=url)


def mistral(url: str) -> Any:
    from mistralai.client import Mistral

    return Mistral(api_key="k", server_url=url)


def bedrock(service: str) -> Callable[[str], Any]:
    def client(url: str) -> Any:
        import boto3

        keys = {"aws_access_key_id": "k", "aws_secret_access_key": "k", "region_name": "eu-central-1"}
        return boto3.client(service, endpoint_url=url, **keys)

    return client


def turn() -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"text": "?"}]}]


def message_stream(url: str) -> Iterable[Any]:
    """The helper that accumulates, with its own events between those of the API."""
    with anthropic(url).stream(model="m", max_tokens=9, messages=ASKED) as stream:
        yield from stream


def response_stream(url: str) -> Iterable[Any]:
    with openai(url).responses.stream(model="m", input="?") as stream:
        yield from stream


def litellm(url: str, model: str, **more: Any) -> Any:
    import litellm as library

    return library.completion(model=model, messages=ASKED, api_base=url, api_key="k", num_retries=0, **more)


def ollama(url: str, *, stream: bool) -> Any:
    from ollama import Client

    client = Client(host=url)
    KEPT.append(client._client)  # it has no way to be closed
    return client.chat(model="m", messages=ASKED, stream=stream)


def lc_anthropic(url: str, **more: Any) -> Any:
    from langchain_anthropic import ChatAnthropic

    return ChatAnthropic(model="claude-test", base_url=url, api_key="k", max_retries=0, **more)


def lc_openai(url: str, **more: Any) -> Any:
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(model="m", base_url=f"{url}/v1", api_key="k", max_retries=0, **more)


def lc_google(url: str, **more: Any) -> Any:
    from langchain_google_genai import ChatGoogleGenerativeAI

    return ChatGoogleGenerativeAI(model="m", base_url=url, api_key="k", max_retries=1, **more)


def summed(chunks: Iterable[Any]) -> Any:
    """What a program gets that adds the chunks up."""
    first, *rest = chunks
    for chunk in rest:
        first += chunk
    return first


def llama_response(url: str) -> Any:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode

    of = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id="returns")}
    node = TextNode(text=f"Source 1:\n{said.CLAIM}", relationships=of)
    return Response(response=said.NUMBERED, source_nodes=[NodeWithScore(node=node, score=1.0)])


def llama_chat(url: str) -> Any:
    from llama_index.core.base.llms.types import ChatMessage, ChatResponse, CitationBlock, TextBlock

    cited = CitationBlock(
        cited_content=TextBlock(text=said.CLAIM), source="S1", title="Returns", additional_location_info={}
    )
    return ChatResponse(message=ChatMessage(role="assistant", blocks=[TextBlock(text=said.CLAIM), cited]))


def haystack_chat(url: str, **more: Any) -> Any:
    from haystack.components.generators.chat import OpenAIChatGenerator
    from haystack.dataclasses import ChatMessage
    from haystack.utils import Secret

    generator = OpenAIChatGenerator(api_key=Secret.from_token("k"), api_base_url=f"{url}/v1", max_retries=0, **more)
    return generator.run(messages=[ChatMessage.from_user("?")])


def haystack_answer(url: str) -> Any:
    from haystack import Document
    from haystack.components.builders import AnswerBuilder

    documents = [Document(id="returns", content=said.CLAIM)]
    built = AnswerBuilder(reference_pattern="\\[(\\d+)\\]").run(query="?", replies=[said.NUMBERED], documents=documents)
    return built["answers"][0]


def pydantic_openai(url: str) -> Any:
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    model = OpenAIResponsesModel("m", provider=OpenAIProvider(base_url=f"{url}/v1", api_key="k"))
    return Agent(model).run_sync("?").all_messages()


def pydantic_anthropic(url: str) -> Any:
    from anthropic import AsyncAnthropic
    from pydantic_ai import Agent
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(base_url=url, api_key="k", max_retries=0)
    return Agent(AnthropicModel("m", provider=AnthropicProvider(anthropic_client=client))).run_sync("?").all_messages()


def xai(*, streams: bool) -> Callable[[str], Any]:
    """The answer as the library hands it over; its wire is gRPC, which the loopback server does not speak."""

    def build(url: str) -> Any:
        from xai_sdk.chat import Response
        from xai_sdk.proto import chat_pb2

        start, end = said.INLINE_SPAN
        cited = chat_pb2.InlineCitation(id="1", start_index=start, end_index=end)
        cited.web_citation.url = said.RETURNS.url or ""
        if not streams:
            reply = chat_pb2.GetChatCompletionResponse(model="grok-test", citations=[said.RETURNS.url or ""])
            output = reply.outputs.add()
            output.message.content = said.INLINE
            output.message.citations.append(cited)
            return Response(reply, 0)
        return iter(_xai_chunks(chat_pb2, cited))

    return build


def _xai_chunks(proto: Any, cited: Any) -> Iterable[Any]:
    for piece in said.pieces(said.INLINE):
        chunk = proto.GetChatCompletionChunk(model="grok-test")
        chunk.outputs.add().delta.content = piece
        yield chunk
    last = proto.GetChatCompletionChunk(model="grok-test", citations=[said.RETURNS.url or ""])
    last.outputs.add().delta.citations.append(cited)
    yield last


def _anthropic_text() -> str:
    return "".join(block["text"] for block in said.MESSAGE["content"])


BLOCKS = _anthropic_text()

ROWS = (
    Row("anthropic", "messages.create", "anthropic", lambda: json_reply(said.MESSAGE),
        lambda url: anthropic(url).create(model="m", max_tokens=9, messages=ASKED), BLOCKS),
    Row("anthropic", "messages.create(stream=True)", "anthropic",
        lambda: sse(said.message_events(), named=True, done=False),
        lambda url: anthropic(url).create(model="m", max_tokens=9, messages=ASKED, stream=True), BLOCKS, True),
    Row("anthropic", "messages.stream", "anthropic", lambda: sse(said.message_events(), named=True, done=False),
        message_stream, BLOCKS, True),
    Row("openai", "responses.create", "openai", lambda: json_reply(said.RESPONSE),
        lambda url: openai(url).responses.create(model="m", input="?"), said.LINKED),
    Row("openai", "responses.create(stream=True)", "openai", lambda: sse(said.response_events(), named=True),
        lambda url: openai(url).responses.create(model="m", input="?", stream=True), said.LINKED, True),
    Row("openai", "responses.stream", "openai", lambda: sse(said.response_events(), named=True), response_stream,
        said.LINKED, True),
    Row("openai", "chat.completions.create", "openai", lambda: json_reply(said.chat(said.ANNOTATED)),
        lambda url: openai(url).chat.completions.create(model="m", messages=ASKED), said.LINKED),
    Row("openai", "chat.completions.create(stream=True)", "openai",
        lambda: sse(said.chunks(said.LINKED, {"annotations": said.ANNOTATED["annotations"]})),
        lambda url: openai(url).chat.completions.create(model="m", messages=ASKED, stream=True), said.LINKED, True),
    Row("groq", "chat.completions.create", "groq", lambda: json_reply(said.chat(said.SPANNED)),
        lambda url: groq(url).chat.completions.create(model="m", messages=ASKED), said.TEXT),
    Row("groq", "chat.completions.create(stream=True)", "groq",
        lambda: sse(said.chunks(said.TEXT, {"annotations": said.SPANNED["annotations"]})),
        lambda url: groq(url).chat.completions.create(model="m", messages=ASKED, stream=True), said.TEXT, True),
    Row("google-genai", "models.generate_content", "google", lambda: json_reply(said.GENERATED),
        lambda url: google(url).models.generate_content(model="m", contents="?"), said.TEXT, needs="google.genai"),
    Row("google-genai", "models.generate_content_stream", "google", lambda: sse(said.gemini_chunks(), done=False),
        lambda url: google(url).models.generate_content_stream(model="m", contents="?"), said.TEXT, True,
        "google.genai"),
    Row("cohere", "ClientV2.chat", "cohere", lambda: json_reply(said.COHERE),
        lambda url: cohere(url).chat(model="m", messages=ASKED), said.TEXT),
    Row("cohere", "ClientV2.chat_stream", "cohere", lambda: sse(said.cohere_events()),
        lambda url: cohere(url).chat_stream(model="m", messages=ASKED), said.TEXT, True),
    Row("mistralai", "chat.complete", "mistral", lambda: json_reply(said.chat({"content": said.REFERENCED})),
        lambda url: mistral(url).chat.complete(model="m", messages=ASKED), said.TEXT),
    Row("mistralai", "chat.stream", "mistral", lambda: sse(said.mistral_chunks()),
        lambda url: mistral(url).chat.stream(model="m", messages=ASKED), said.TEXT, True),
    Row("boto3", "converse", "bedrock", lambda: json_reply(said.CONVERSE),
        lambda url: bedrock("bedrock-runtime")(url).converse(modelId="m", messages=turn()), said.CLAIM),
    Row("boto3", "converse_stream", "bedrock", lambda: aws_events(said.converse_events()),
        lambda url: bedrock("bedrock-runtime")(url).converse_stream(modelId="m", messages=turn()), said.CLAIM, True),
    Row("boto3", "retrieve_and_generate", "bedrock", lambda: json_reply(said.RETRIEVED),
        lambda url: bedrock("bedrock-agent-runtime")(url).retrieve_and_generate(input={"text": "?"}), said.CLAIM),
    Row("xai-sdk", "Response", "xai", lambda: json_reply({}), xai(streams=False), said.INLINE),
    Row("xai-sdk", "GetChatCompletionChunk", "xai", lambda: json_reply({}), xai(streams=True), said.INLINE, True),
    Row("litellm", "completion (Anthropic)", "litellm", lambda: json_reply(said.MESSAGE),
        lambda url: litellm(url, "anthropic/m"), BLOCKS),
    Row("litellm", "completion (Anthropic, stream=True)", "litellm",
        lambda: sse(said.message_events(), named=True, done=False),
        lambda url: litellm(url, "anthropic/m", stream=True), BLOCKS, True),
    Row("litellm", "completion (Gemini)", "litellm", lambda: json_reply(said.GENERATED),
        lambda url: litellm(url, "gemini/m"), said.TEXT),
    Row("ollama", "chat", "ollama",
        lambda: json_reply({"model": "m", "done": True, "message": {"role": "assistant", "content": said.MARKED}}),
        lambda url: ollama(url, stream=False), said.MARKED),
    Row("ollama", "chat(stream=True)", "ollama",
        lambda: lines([{"model": "m", "done": False, "message": {"role": "assistant", "content": piece}}
                       for piece in said.pieces(said.MARKED)]),
        lambda url: ollama(url, stream=True), said.MARKED, True),
    Row("langchain-anthropic", "invoke", "langchain", lambda: json_reply(said.MESSAGE),
        lambda url: lc_anthropic(url).invoke("?"), BLOCKS),
    Row("langchain-anthropic", "stream", "langchain", lambda: sse(said.message_events(), named=True, done=False),
        lambda url: lc_anthropic(url).stream("?"), BLOCKS, True),
    Row("langchain-anthropic", "stream, summed", "langchain",
        lambda: sse(said.message_events(), named=True, done=False),
        lambda url: summed(lc_anthropic(url).stream("?")), BLOCKS),
    Row("langchain-anthropic", "invoke (streaming=True)", "langchain",
        lambda: sse(said.message_events(), named=True, done=False),
        lambda url: lc_anthropic(url, streaming=True).invoke("?"), BLOCKS),
    Row("langchain-openai", "invoke (responses/v1)", "langchain", lambda: json_reply(said.RESPONSE),
        lambda url: lc_openai(url, use_responses_api=True, output_version="responses/v1").invoke("?"), said.LINKED),
    Row("langchain-openai", "invoke (output v1)", "langchain", lambda: json_reply(said.RESPONSE),
        lambda url: lc_openai(url, use_responses_api=True, output_version="v1").invoke("?"), said.LINKED),
    Row("langchain-openai", "stream (responses)", "langchain", lambda: sse(said.response_events(), named=True),
        lambda url: lc_openai(url, use_responses_api=True).stream("?"), said.LINKED, True),
    Row("langchain-google-genai", "invoke", "langchain", lambda: json_reply(said.GENERATED),
        lambda url: lc_google(url).invoke("?"), said.TEXT),
    Row("langchain-google-genai", "invoke (output v1)", "langchain", lambda: json_reply(said.GENERATED),
        lambda url: lc_google(url, output_version="v1").invoke("?"), said.TEXT),
    Row("langchain-google-genai", "stream, summed", "langchain", lambda: sse(said.gemini_chunks(), done=False),
        lambda url: summed(lc_google(url).stream("?")), said.TEXT),
    Row("llama-index-core", "Response", "llamaindex", lambda: json_reply({}), llama_response, said.NUMBERED,
        needs="llama_index.core"),
    Row("llama-index-core", "ChatResponse", "llamaindex", lambda: json_reply({}), llama_chat, said.CLAIM,
        needs="llama_index.core"),
    Row("haystack-ai", "OpenAIChatGenerator", "haystack",
        lambda: json_reply(said.chat({"content": said.MARKED})), haystack_chat,
        said.MARKED, needs="haystack"),
    Row("haystack-ai", "AnswerBuilder", "haystack", lambda: json_reply({}), haystack_answer, said.NUMBERED,
        needs="haystack"),
    Row("pydantic-ai-slim", "run (OpenAI Responses)", "pydantic_ai", lambda: json_reply(said.RESPONSE),
        pydantic_openai, said.LINKED, needs="pydantic_ai"),
    Row("pydantic-ai-slim", "run (Anthropic)", "pydantic_ai", lambda: json_reply(said.MESSAGE),
        pydantic_anthropic, BLOCKS, needs="pydantic_ai"),
)  # fmt: skip
